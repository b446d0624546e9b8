// A text with its facts: {{name}} is filled in, as in i18next's files. A fact that is missing leaves nothing behind: facts are optional,
// braces in front of a reader are not.

export const fillIn = (text: string, facts: Readonly<Record<string, string | number>>): string =>
  text.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) => String(facts[name] ?? ''))
