// Refusal texts in the visitor's language.

import { useTranslation } from 'react-i18next'
import { writeFacts } from '#domain/number-writing'
import type { Refusal } from '#domain/outcome'
import { useSite } from '../site/site'
import type { WordKey } from '../../locales/key'

/** Text of a refusal, with numbers in the page's format; an untranslated code is reported as an internal error. */
export function useRefusalWords(): (refusal: Refusal) => string {
  const { t, i18n } = useTranslation('refusals')
  const { language } = useSite()
  return ({ code, facts }) => {
    const key = isKey(code) ? code : 'internal_error'
    return t(key, { replace: writeFacts(facts, language) })
  }

  function isKey(code: string): code is WordKey<'refusals'> {
    return i18n.exists(code, { ns: 'refusals' })
  }
}
