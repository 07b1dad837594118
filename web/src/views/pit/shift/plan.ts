/** Whether limits equal those of a template, in any order. */
import type { LimitRule } from "../../../wire";

const FIGURES = ["area", "minimum", "maximum", "differential", "exposure", "scope"] as const;
const told = (rules: readonly LimitRule[]) => rules.map((rule) => FIGURES.map((name) => rule[name]).join(" ")).sort().join("\n");

export const sameLimits = (one: readonly LimitRule[], other: readonly LimitRule[]): boolean => told(one) === told(other);
