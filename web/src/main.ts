import { mount } from "svelte";
import App from "./App.svelte";
import { speakPreferred } from "./i18n/i18n.svelte";
import "./theme/fonts.css";
import "./theme/subsets.css";
import "./theme/tokens.css";

void speakPreferred().then(() => mount(App, { target: document.getElementById("app") as HTMLElement }));
