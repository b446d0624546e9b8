// Browser name from the user agent, as in "Chrome, Windows". The order matters: most browsers also contain names of others.

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

/** Whether a device name belongs to a phone or tablet. */
export const isHandheld = (name: string): boolean => /\b(?:iPhone|iPad|Android)$/.test(name)

const OTHER_LENGTH_MAX = 60

/** Empty for a client without user agent; unknown clients are shown by their own text. */
export function deviceName(agent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)
  // One line for any user agent.
  return known.length > 0 ? known.join(', ') : agent.replaceAll(/\p{Cc}/gu, ' ').slice(0, OTHER_LENGTH_MAX)
}
