// Loader of home: pairs, quotes, sparklines, menu, news, banners, popup; for users also watchlist and balances. All
// queries run in parallel.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { NEWS_CATEGORIES, type NewsRow, findPopup, listMenu, listNews } from '#services/content'
import { listDayLines, listQuotes } from '#services/quotes'
import { loadToday } from '#services/portfolio'
import { listBalances } from '#services/wallet'
import { listWatches } from '#services/watchlist'
import { readSession } from '#session/session'
import { ANNOUNCEMENT_COOKIE, PINS_COOKIE, choiceCookie } from '../../visitor/choice-cookies'
import {
  areAmountsHidden,
  fieldOf,
  readCookie,
  readLanguage,
  readOffset,
  requireSameOrigin,
} from '../../visitor/visitor.server'
import { answerOr } from '../../site/failures.server'
import { listedPair } from '../../text/listed-pair'
import { startOfToday } from '../../text/today'
import { wholeIn, wholeInHtml } from '../../text/thai-words.server'
import { homeMenu } from './menu.server'
import { isPinKey, togglePin } from './pins'

const BANNERS_MAX = 6
const NEWS_SHOWN = 5

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const language = readLanguage(request)
  const news = (categoryId: number, limit: number) => listNews(env, { categoryId, page: 1, limit, language })
  const [catalogue, quotes, lines, banners, latest, popup, menu, own] = await Promise.all([
    loadCatalogue(env),
    answerOr(listQuotes(env), []),
    answerOr(listDayLines(env), []),
    news(NEWS_CATEGORIES.banners, BANNERS_MAX),
    news(NEWS_CATEGORIES.news, NEWS_SHOWN),
    findPopup(env, language),
    listMenu(env),
    loadOwn(request, env),
  ])
  const announcement = popup && isNews(request, popup.id) ? popup : null
  const whole = (text: string) => wholeIn(language, text)
  const shown = (row: NewsRow): NewsRow => ({ ...row, title: whole(row.title), abstract: whole(row.abstract) })
  return {
    pairs: catalogue.pairs.filter(({ stock }) => !stock).map(listedPair),
    quotes,
    lines,
    banners: banners.rows.map(shown),
    news: latest.rows.filter(({ id }) => id !== announcement?.id).map(shown),
    announcement: announcement && {
      ...announcement,
      title: whole(announcement.title),
      content: wholeInHtml(language, announcement.content),
    },
    menu: homeMenu(menu, { language, pins: readCookie(request, PINS_COOKIE) }),
    own,
    isHidden: areAmountsHidden(request),
  }
}

const isNews = (request: Request, id: number): boolean => readCookie(request, ANNOUNCEMENT_COOKIE) !== String(id)

/** Dismisses the announcement, or pins or unpins a product. */
export async function action({ request }: ActionFunctionArgs): Promise<Response> {
  requireSameOrigin(request)
  const form = await request.formData()
  const dismissed = fieldOf(form, 'dismiss')
  if (/^\d{1,9}$/.test(dismissed))
    return redirect('/', { headers: { 'Set-Cookie': choiceCookie(ANNOUNCEMENT_COOKIE, dismissed) } })
  return redirect('/?pins=edit', { headers: { 'Set-Cookie': choiceCookie(PINS_COOKIE, pinsAfter(form)) } })
}

/** New pins. The form contains the current ones, because without a cookie the site's defaults apply. */
function pinsAfter(form: FormData): string {
  const [pin = '', ...pinned] = [fieldOf(form, 'pin'), ...fieldOf(form, 'pinned').split('.')].filter(isPinKey)
  return togglePin(pinned, pin)
}

/** Watchlist and balances of a user; null for a guest. If the account is unreachable, home renders without them. */
async function loadOwn(request: Request, env: Env) {
  const session = await readSession(request, env)
  if (!session) return null
  const now = Date.now()
  const day = { dayStart: startOfToday(now, readOffset(request)), now }
  const [watches, sheet, today] = await Promise.all([
    answerOr(listWatches(env, session), null),
    answerOr(listBalances(env, session), null),
    answerOr(loadToday(env, session, day), null),
  ])
  return {
    watches: watches?.ok ? watches.value : [],
    usdtTotal: sheet?.ok ? sheet.value.usdtTotal : null,
    today: today?.ok ? today.value : null,
  }
}
