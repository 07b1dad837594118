import { mount } from "svelte";
import "../theme/tokens.css";
import "./fonts.css";
import Verify from "./Verify.svelte";
import { current, speak } from "./words.svelte";

speak(current());
mount(Verify, { target: document.getElementById("app") as HTMLElement });
