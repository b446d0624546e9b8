// Root loader: data of every page.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import type { Fiat } from '#domain/catalogue'
import { RATE_ONE, rate } from '#domain/money/rate'
import { loadBrand } from '#services/brand'
import { loadCatalogue } from '#services/catalogue'
import { isChainSimulated } from '#services/chains/networks'
import { dropOwnInvitations } from '#services/promotion/invitation'
import { readSession } from '#session/session'
import { shareOf } from './findable.server'
import { headerProducts } from './products.server'
import type { Site } from './site'
import { rememberSettled } from '../visitor/known-accounts.server'
import { remixI18n } from '../text/i18n.server'
import { wordsPath } from '../text/words.server'
import {
  readFiatCode,
  readLanguage,
  readOffset,
  readRise,
  readStoredProfile,
  readTheme,
} from '../visitor/visitor.server'

/** Spec §9: the default fiat is JPY at 153; also used while no fiat is listed. */
const FIAT_OF_LAST_RESORT: Fiat = { code: 'JPY', rate: rate(153n * RATE_ONE), scale: 0, referenceDay: null }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const [{ fiats }, brand, session] = await Promise.all([loadCatalogue(env), loadBrand(env), readSession(request, env)])
  const language = readLanguage(request)
  const code = readFiatCode(request)
  const site: Site = {
    ...brand,
    language,
    theme: readTheme(request),
    rise: readRise(request),
    fiats,
    fiat: fiats.find((fiat) => fiat.code === code) ?? fiats[0] ?? FIAT_OF_LAST_RESORT,
    offset: readOffset(request),
    drawnAt: Date.now(),
    userId: session?.userId ?? null,
    profile: readStoredProfile(request, session?.userId),
    isDemo: env.DEMO_MODE === 'on',
    hasFaucet: isChainSimulated(env),
    hasOutbox: env.ENVIRONMENT !== 'production' && (env.MAIL_SENDER === 'outbox' || env.SMS_SENDER === 'outbox'),
    products: headerProducts(language),
  }
  const drawn = {
    site,
    share: shareOf(request, language),
    tag: await remixI18n.getLocale(request),
    wordsPath: wordsPath(language),
  }
  // First page of an account in a browser used by other accounts: the invitation rules treat one browser as one person,
  // as at registration.
  const remembered =
    session &&
    (await rememberSettled(request, session.userId, (others) => dropOwnInvitations(env, session.userId, others)))
  return data(drawn, remembered ? { headers: { 'Set-Cookie': remembered } } : {})
}
