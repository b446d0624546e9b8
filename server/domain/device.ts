// What a client calls itself, as a person would: "Chrome, Windows". The order matters: most browsers also say the names of others.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Whether a name as below is of something that is held in a hand. */
export const isHandheld = (name: string): boolean => /\b(?:iPhone|iPad|Android)$/.test(name)

const OTHER_LENGTH_MAX = 60

/** Empty for a client that said nothing; what is no browser is shown as it named itself. */
export function deviceName(agent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  // One line, whatever a client put into its name.
  return known.length > 0 ? known.join(', ') : agent.replaceAll(/\p{Cc}/gu, ' ').slice(0, OTHER_LENGTH_MAX)
}
