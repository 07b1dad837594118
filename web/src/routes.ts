/** Each address and its screen; a screen is loaded when it is opened. */
import type { Component } from "svelte";

type Screen = () => Promise<{ default: Component }>;

const lobby: Screen = () => import("./views/lobby/Lobby.svelte");

const SCREENS: Readonly<Record<string, Screen>> = {
  "/": lobby,
  "/terminal": () => import("./views/terminal/Terminal.svelte"),
  "/console": () => import("./views/console/Console.svelte"),
  "/layout": () => import("./views/layout/Layout.svelte"),
  "/display": () => import("./views/display/Display.svelte"),
  "/pit": () => import("./views/pit/Pit.svelte"),
  "/lab": () => import("./views/lab/Lab.svelte"),
};

export const screenAt = (path: string): Screen => SCREENS[path] ?? lobby;
