// Loader and action of basic identity verification.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { refuse } from '#domain/outcome'
import { btcText } from '#domain/funds/withdrawal'
import { VERIFICATION_LEVELS, capsOf, fiatCapText } from '#domain/verification'
import { areaCodes } from '#services/content'
import { basicVerification, readVerification } from '#services/verification'
import { refusalText } from '#services/words'
import { form, forms } from '../../site/page.server'
import { homeFirst } from '../../visitor/countries.server'
import { IDENTITY_NOTICE } from '../../visitor/turning-away'
import { dotMask } from '../../text/masked'
import { titleOf } from '../../text/title.server'
import { readLanguage, requireSession, safeReturnPath, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const [verification, areas] = await Promise.all([readVerification(env, session), areaCodes(env, language)])
  const { document, ...status } = valueOf(request, verification)
  const search = new URL(request.url).searchParams
  const returnTo = search.get('returnTo')
  const isTurnedAway = search.get('notice') === IDENTITY_NOTICE
  return {
    title: titleOf(request, 'verification', 'title'),
    verification: {
      ...status,
      document: document && { ...document, maskedNumber: dotMask(document.maskedNumber) },
    },
    countries: homeFirst(areas, language).map(({ country, name }) => ({ country, name })),
    caps: ([0, ...VERIFICATION_LEVELS] as const).map((level) => {
      const caps = capsOf(level)
      return { level, withdrawalBtc: btcText(caps.withdrawalBtc), fiatOrderUsdt: fiatCapText(caps) }
    }),
    /** Reason for a redirect to this page. */
    reason: isTurnedAway ? refusalText(language, refuse('identity_check_needed').refusal) : null,
    returnTo: returnTo === null ? null : safeReturnPath(returnTo, '/settings'),
  }
}

export const action = forms({ submit: form(basicVerification) })
