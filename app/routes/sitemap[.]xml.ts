// Addresses for search engines: pages without a parameter, pairs, and a bounded number of each kind of object
// (https://www.sitemaps.org/protocol.html).

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { IsolateCache } from '#domain/isolate-cache'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { MINUTE_MS } from '#domain/time'
import { loadCatalogue } from '#services/catalogue'
import { NEWS_CATEGORIES, listNews } from '#services/content'
import { listShownTraders } from '#services/copy/traders'
import { listProjects } from '#services/ieo/projects'
import { listArtists } from '#services/nft/artists'
import { browseWorks } from '#services/nft/works'
import { listQuizEvents } from '#services/quiz'
import { RULE_NAMES } from '../rules/rules.server'
import { findablePaths } from '../site/findable.server'

const OF_A_KIND_MAX = 1_000
const MAX_AGE_SECONDS = 3_600
/** Long lists behind a public address: read once a minute. */
const paths = new IsolateCache<D1Database, readonly string[]>(MINUTE_MS)

export async function loader({ request, context: { env } }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = new URL(request.url)
  const now = Date.now()
  const all = paths.get(env.DB, now) ?? [...findablePaths, ...(await objectPaths(env))]
  paths.set(env.DB, all, now)
  const lines = all.map((path) => `  <url><loc>${origin}${path}</loc></url>`)
  return new Response(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...lines,
      '</urlset>\n',
    ].join('\n'),
    {
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
      },
    },
  )
}

async function objectPaths(env: Env): Promise<readonly string[]> {
  const slice = { page: 1, limit: OF_A_KIND_MAX }
  const language = DEFAULT_LANGUAGE
  const [{ pairs }, works, artists, sales, events, traders, news] = await Promise.all([
    loadCatalogue(env),
    browseWorks(env, { ...slice, viewerId: null, now: Date.now() }),
    listArtists(env, slice),
    listProjects(env, { ...slice, language }),
    listQuizEvents(env, language),
    listShownTraders(env, { ...slice, order: 'profit' }),
    listNews(env, { ...slice, categoryId: NEWS_CATEGORIES.news, language }),
  ])
  return [
    ...pairs.map(({ symbol }) => `/trade/spot/${symbol}`),
    ...works.rows.map(({ work }) => `/nft/artworks/${work.id}`),
    ...artists.rows.map(({ id }) => `/nft/artists/${id}`),
    ...sales.rows.map(({ id }) => `/ieo/${id}`),
    ...events.slice(0, OF_A_KIND_MAX).map(({ terms }) => `/quiz/${terms.id}`),
    ...traders.rows.map(({ userId }) => `/copy/traders/${userId}`),
    ...news.rows.map(({ id }) => `/news/${id}`),
    ...RULE_NAMES.map(({ name }) => `/fairness/rules/${name}`),
  ]
}
