/** Signatures are checked without the browser's crypto: older browsers have no Ed25519, and a saved page must work
 * the same. */
import { hashes } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;
