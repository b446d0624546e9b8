// Loader and action of the trader application: form and state.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { formatPercentTrimmed } from '#domain/money/rate'
import { apply, readApplication } from '#services/copy/applications'
import { readCopyTerms } from '#services/copy/traders'
import { checkForm } from '../../forms/taken-fields.server'
import { plainDecimal } from '../../forms/decimal-field'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [found, terms] = await Promise.all([readApplication(env, session), readCopyTerms(env)])
  const application = valueOf(request, found)
  return {
    texts: broughtTexts(readLanguage(request), 'copy'),
    title: titleOf(request, 'copy', 'apply_title'),
    state: application?.state ?? null,
    reason: application?.reason ?? '',
    shareMax: formatPercentTrimmed(terms.shareMax),
    said: { nickname: application?.nickname ?? '', words: application?.words ?? '', share: '10' },
  }
}

export interface ApplyAnswer {
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ApplyAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const [nickname, words, share] = [fieldOf(form, 'nickname'), fieldOf(form, 'words'), fieldOf(form, 'share')]
  const taken = await checkForm(env, session, form, { fields: ['nickname', 'words', 'share', 'agree'] })
  const outcome = !taken.ok
    ? taken
    : await apply(
        env,
        session,
        {
          nickname,
          words,
          share: plainDecimal(share, readFormLanguage(request, form)),
          isAgreed: fieldOf(form, 'agree') !== '',
        },
        Date.now(),
      )
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect('/copy/apply')
  return { problem: ownRefusalText(request, outcome.refusal), fields: { nickname, words, share } }
}
