// Loader of fiat names. Server only: browser Intl data may differ, which would break hydration.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { LANGUAGE_TAGS } from '#domain/language'
import { parseDay } from '#domain/time'
import { loadCatalogue } from '#services/catalogue'
import { dateWords } from '../../text/dates'
import { wholeIn } from '../../text/thai-words.server'
import { titleOf } from '../../text/title.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { fiats } = await loadCatalogue(context.env)
  const language = readLanguage(request)
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'currency' })
  // Intl names contain a space between country and unit, which Japanese omits.
  const nameOf = (code: string): string => {
    const name = names.of(code) ?? code
    return language === 'jp' ? name.replaceAll(' ', '') : wholeIn(language, name)
  }
  const [newest = null] = fiats
    .flatMap((fiat) => fiat.referenceDay ?? [])
    .toSorted()
    .toReversed()
  const day = parseDay(newest)
  return {
    title: titleOf(request, 'shell', 'fiat'),
    referenceDay: day === undefined ? null : dateWords(day, { offset: 0, language }),
    names: Object.fromEntries(fiats.map(({ code }) => [code, nameOf(code)])),
  }
}
