import { expect, it } from "vitest";
import { digest } from "../src/views/terminal/panels/prove";

it("computes the commitment that the rule describes", async () => {
  const proof = { table: "T1", round: 5, commitment: "", throw: "3-1-6", nonce: "ab12", rule: "" };
  // printf 'taisai throw T1 5 3-1-6 ab12' | sha256sum
  expect(await digest(proof)).toBe("8eba53cbe5c58a60392d99b9d40009242f78f9d1da2409e328929fac5c8472ef");
});
