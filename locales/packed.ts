// Texts of several languages without their keys, which all languages share and which are a quarter of the compressed texts.

/** Texts of one language by namespace and key. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface PackedWords {
  /** Keys by namespace, of all languages together. */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** By language, texts in the order of the keys; null where a language lacks a key: plural forms differ. */
  readonly texts: Readonly<Record<string, PackedTexts>>
}

export type PackedTexts = Readonly<Record<string, readonly (string | null)[]>>

export function packWords(languages: Readonly<Record<string, Words>>): PackedWords {
  const found: Record<string, Set<string>> = {}
  for (const words of Object.values(languages)) {
    for (const [namespace, texts] of Object.entries(words)) {
      found[namespace] ??= new Set()
      for (const key of Object.keys(texts)) found[namespace].add(key)
    }
  }
  const keys = mapValues(found, (names) => [...names])
  const textsIn = (words: Words): PackedTexts =>
    mapValues(keys, (names, namespace) => names.map((name) => words[namespace]?.[name] ?? null))
  return { keys, texts: mapValues(languages, textsIn) }
}

/** Texts of one language as they were packed. */
export const unpackWords = (keys: PackedWords['keys'], texts: PackedTexts): Words =>
  mapValues(keys, (names, namespace) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const text = texts[namespace]?.[index] ?? null
        return text === null ? [] : [[name, text]]
      }),
    ),
  )

const mapValues = <Value, Made>(
  object: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => Made,
): Record<string, Made> => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, make(value, key)]))
