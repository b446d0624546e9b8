// A conversation with support as a text file, for its owner: /support/transcript?thread=…

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { findSupportOwner, ownsThread, readWholeThread } from '#services/support/threads'
import { sentence } from '#services/words'
import { isoInstant } from '../text/dates'
import { pageI18n } from '../text/i18n.server'
import { readLanguage, readOffset } from '../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const id = new URL(request.url).searchParams.get('thread') ?? ''
  if (!(await ownsThread(env, await findSupportOwner(request, env), id))) throw data(null, { status: 404 })
  const [language, offset] = [readLanguage(request), readOffset(request)]
  const words = pageI18n(language)
  const lines = (await readWholeThread(env, id)).map(({ no, side, kind, name, text, picture, voice, at }) => {
    const who = side === 'customer' ? words.t('you', { ns: 'support' }) : name
    const said =
      kind === 'message'
        ? [text, picture, voice].filter(Boolean).join('\n')
        : words.t(`line_${kind}`, { ns: 'support', name })
    return `#${no} ${isoInstant(at, offset)} ${who}\n${said}\n`
  })
  return new Response([sentence(language, 'done_support_notice'), '', ...lines].join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="support.txt"',
      'Cache-Control': 'no-store',
    },
  })
}
