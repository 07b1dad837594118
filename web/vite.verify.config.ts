/** The page that checks receipts, as one file that loads nothing: it must work where it was saved. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

function inOneFile(): Plugin {
  return {
    name: "in-one-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["verify.html"];
      if (page?.type !== "asset") throw new Error("there is no verify.html to put scripts and styles into");
      let text = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        const inside =
          part.type === "chunk"
            ? `<script type="module">${part.code.trim().replaceAll("</script", "<\\/script")}</script>`
            : `<style>${String(part.source).trim()}</style>`;
        const tag = new RegExp(`<(?:script|link)[^>]*${name.replaceAll(".", "\\.")}"[^>]*>(?:</script>)?`);
        if (!tag.test(text)) throw new Error(`verify.html does not name ${name}`);
        text = text.replace(tag, () => inside);
        delete bundle[name];
      }
      page.source = text;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), inOneFile()],
  publicDir: false,
  build: {
    outDir: "../src/taisai/web",
    emptyOutDir: false,
    target: "es2022",
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000, // its fonts too
    modulePreload: { polyfill: false },
    rollupOptions: { input: "verify.html" },
  },
});
