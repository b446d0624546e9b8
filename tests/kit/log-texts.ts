// Texts of log lines that a spy on the console caught.

interface Spy {
  readonly mock: { readonly calls: readonly (readonly unknown[])[] }
}

export const textsOf = ({ mock }: Spy): string[] =>
  mock.calls.map(([line]) => (JSON.parse(String(line)) as { readonly text: string }).text)
