// What the fiats are called. Only the server names them: a browser may know other names, and the page would be drawn twice.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { LANGUAGE_TAGS } from '#domain/language'
import { loadCatalogue } from '#services/catalogue'
import { wholeIn } from '../../text/thai-words.server'
import { titleOf } from '../../text/title.server'
import { readLanguage } from '../../visitor/visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { fiats } = await loadCatalogue(context.env)
  const language = readLanguage(request)
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'currency' })
  // The names of the standard have a gap between country and unit, which nobody writes in Japanese.
  const nameOf = (code: string): string => {
    const name = names.of(code) ?? code
    return language === 'jp' ? name.replaceAll(' ', '') : wholeIn(language, name)
  }
  return {
    title: titleOf(request, 'shell', 'fiat'),
    names: Object.fromEntries(fiats.map(({ code }) => [code, nameOf(code)])),
  }
}
