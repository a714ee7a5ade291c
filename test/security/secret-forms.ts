/** A secret under the name that a failing test shows: never the text itself. */
export type Canaries = Readonly<Record<string, string>>;

const BYTES_MIN = 6;

/** How a secret could stand in a text: as it is, URL-encoded, JSON-escaped, in hexadecimal, base64 or backwards. */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const url = encodeURIComponent(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  const hex = bytes.toString('hex');
  const plain = [secret, url, url.replaceAll('%20', '+'), url.toLowerCase(), escaped];
  const twice = JSON.stringify(escaped).slice(1, -1);
  return [
    ...new Set([...plain, twice, hex, hex.toUpperCase(), backwards(secret), ...base64(bytes)]),
  ];
}

/** Names of the canaries that stand in a text, in whatever form. */
export function canariesIn(text: string, canaries: Canaries): readonly string[] {
  return Object.entries(canaries).flatMap(([name, secret]) =>
    secretForms(secret).some((form) => text.includes(form)) ? [name] : [],
  );
}

function backwards(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Inside a longer text that was encoded as a whole it looks different at each of three places. */
function base64(bytes: Buffer): readonly string[] {
  if (bytes.length < BYTES_MIN) return [];
  const forms = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}
