/** Signatures are checked without asking the browser: older ones know no Ed25519, and a saved page must do the same. */
import { hashes } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

hashes.sha512 = sha512;
