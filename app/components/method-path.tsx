// Method and path of an endpoint.

const TONES: Readonly<Record<string, string>> = { GET: 'text-selected-text', DELETE: 'text-bad-text' }

export const MethodPath = ({ method, path }: { method: string; path: string }) => (
  <code className="min-w-0 text-xs leading-5 wrap-anywhere">
    <b className={TONES[method] ?? 'text-good-text'}>{method}</b> {path}
  </code>
)
