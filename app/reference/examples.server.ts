// Example programs of the guide docs/programs.md, by language. Tests run them as written.

import guide from '../../docs/programs.md?raw'

export interface Example {
  readonly id: string
  readonly words: string
  readonly code: string
}

const LANGUAGES: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python', js: 'CCXT' }

export const EXAMPLES: readonly Example[] = Object.entries(LANGUAGES).map(([id, words]) => ({
  id,
  words,
  code: new RegExp(`^\`\`\`${id}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '',
}))
