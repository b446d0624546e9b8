// An i18next instance of one language, for browser and Worker. Its language is constant, so requests and pages may share it.

import { type i18n, createInstance } from 'i18next'

/** The words of one language by namespace and key. */
export type LanguageWords = Readonly<Record<string, Readonly<Record<string, string>>>>

/** `tag` is BCP 47, as plural rules and `<html lang>` need it. `report` receives each key without a text. */
export function createI18n(tag: string, words: LanguageWords, report: (problem: string) => void): i18n {
  const instance = createInstance()
  void instance.init({
    lng: tag,
    resources: { [tag]: words },
    ns: Object.keys(words),
    defaultNS: false,
    load: 'currentOnly',
    fallbackLng: false,
    // The words are here already: `t` works from the next line on.
    initImmediate: false,
    keySeparator: false,
    nsSeparator: false,
    // A fact that is missing leaves nothing behind: facts are optional, braces in front of a reader are not.
    missingInterpolationHandler: () => '',
    // React escapes rendered text; handwritten HTML must escape it itself.
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_tags, namespace, key) => report(`No words for ${namespace}.${key} (${tag})`),
    react: { useSuspense: false, bindI18n: '', bindI18nStore: '' },
  })
  return instance
}
