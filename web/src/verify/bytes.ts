/** Bytes and their text forms. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

export const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Null if it is not valid base64. */
export function unpacked(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) return null;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return packed(bytes) === text ? bytes : null;
}

export function packed(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** For addresses. */
export const packedForUrl = (bytes: Uint8Array): string =>
  packed(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

export function unpackedFromUrl(text: string): Uint8Array | null {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  return unpacked(plain + "=".repeat((4 - (plain.length % 4)) % 4));
}
