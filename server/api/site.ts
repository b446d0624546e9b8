// /api endpoints of the site itself: settings, news, menu, page texts, calling codes.

import * as v from 'valibot'
import type { Language } from '#domain/language'
import { OPEN_TYPES, clientMenu } from '#domain/menu'
import { done, refuse } from '#domain/outcome'
import {
  areaCodes,
  findNews,
  findPopup,
  findSetting,
  findText,
  listMenu,
  listNews,
  siteConfig,
  siteSwitches,
} from '#services/content'
import { id, limit, page, text } from '#services/input'
import { wireDate, wireId } from './fields'
import { flagOf, formatDate } from './format'
import { publicRoute } from './route'

const article = { id: wireId, title: v.string(), content: v.pipe(v.string(), v.description('HTML')) }
const newsRow = v.object({
  id: wireId,
  title: v.string(),
  cover: v.string(),
  thumbnail: v.string(),
  abstract: v.string(),
  create_time: wireDate,
})

/** A page text. */
const textRoute = (kind: 'faq' | 'contactus' | 'aboutus' | 'operational_compliance', summary: string) =>
  publicRoute({
    method: 'GET',
    path: `/${kind}`,
    summary,
    tag: 'Site',
    input: v.object({}),
    output: v.object({ title: v.string(), content: v.pipe(v.string(), v.description('HTML')) }),
    handler: async ({ env, language }) => {
      const found = await findText(env, kind, language)
      return found ? done({ title: found.title, content: found.content }) : refuse('text_not_found')
    },
  })

export const siteRoutes = [
  publicRoute({
    method: 'GET',
    path: '/getSetting',
    summary: 'One public setting by its key; null when there is none',
    tag: 'Site',
    input: v.object({ keyword: text(64) }),
    output: v.nullable(v.object({ id: wireId, key: v.string(), value: v.string() })),
    handler: async ({ env, input, request, language }) => {
      const found = await findSetting(env, input.keyword)
      return done(
        found && { id: found.id, key: found.key, value: wholeAddress({ request, language }, found.key, found.value) },
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/getSiteConfig',
    summary: 'Name, logos and switches of the site',
    tag: 'Site',
    input: v.object({}),
    output: v.objectWithRest(
      { site_name: v.string(), site_logo: v.string(), down_logo: v.string(), sharar_radio: v.picklist(['0', '1']) },
      v.string(),
    ),
    handler: async ({ env, request, language }) => {
      const [config, switches] = await Promise.all([siteConfig(env), siteSwitches(env)])
      const shown = Object.entries(config).map(([key, value]) => [key, wholeAddress({ request, language }, key, value)])
      return done({
        ...SITE_CONFIG_PRESETS,
        ...(Object.fromEntries(shown) as typeof config),
        ...switches,
        sharar_radio: config['sharar_radio'] === '1' ? ('1' as const) : ('0' as const),
      })
    },
  }),
  publicRoute({
    method: 'GET',
    alsoBy: ['POST'],
    path: '/news/index_pop',
    summary: 'The notice shown when the site opens, or null',
    tag: 'Site',
    input: v.object({}),
    output: v.nullable(v.object(article)),
    handler: async ({ env, language }) => {
      const found = await findPopup(env, language)
      return done(found && { id: found.id, title: found.title, content: found.content })
    },
  }),
  publicRoute({
    method: 'POST',
    alsoBy: ['GET'],
    path: '/news/list',
    summary: 'News (c_id 4) or banners (c_id 5)',
    tag: 'Site',
    input: v.object({ c_id: id, page, limit: limit(10) }),
    output: v.object({
      list: v.array(newsRow),
      count: v.number(),
      page: v.number(),
      limit: v.number(),
      version: v.string(),
    }),
    handler: async ({ env, input, language }) => {
      const { c_id: categoryId, page, limit } = input
      const { rows, total } = await listNews(env, { categoryId, page, limit, language })
      const list = rows.map((row) => ({
        id: row.id,
        title: row.title,
        cover: row.cover,
        thumbnail: row.thumbnail,
        abstract: row.abstract,
        create_time: formatDate(row.publishedAt),
      }))
      return done({ list, count: total, page, limit, version: '1' })
    },
  }),
  publicRoute({
    method: 'POST',
    alsoBy: ['GET'],
    path: '/news/detail',
    summary: 'One article',
    tag: 'Site',
    input: v.object({ id }),
    output: v.object({ ...article, create_time: wireDate }),
    handler: async ({ env, input, language }) => {
      const found = await findNews(env, { id: input.id, language })
      if (!found) return refuse('article_not_found')
      const { title, content, publishedAt } = found
      return done({ id: found.id, title, content, create_time: formatDate(publishedAt) })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/menu',
    summary: 'Entries of the home menu',
    tag: 'Site',
    input: v.object({}),
    output: v.array(
      v.object({
        id: wireId,
        title: v.string(),
        icon: v.string(),
        url: v.string(),
        open_type: v.picklist(OPEN_TYPES),
        is_financial: v.picklist([0, 1]),
        sort: v.number(),
        show: v.literal(1),
      }),
    ),
    handler: async ({ env }) => {
      return done(
        clientMenu(await listMenu(env)).map((item) => ({
          id: item.id,
          title: item.title,
          icon: item.icon,
          url: item.url,
          open_type: item.openType,
          is_financial: flagOf(item.isFinancial),
          sort: item.sort,
          show: 1 as const,
        })),
      )
    },
  }),
  textRoute('faq', 'Frequently asked questions'),
  textRoute('contactus', 'How to reach us'),
  textRoute('aboutus', 'Who we are'),
  textRoute('operational_compliance', 'Operational compliance'),
  publicRoute({
    method: 'POST',
    alsoBy: ['GET'],
    path: '/area_code',
    summary: 'Countries and their calling codes',
    tag: 'Site',
    input: v.object({}),
    output: v.array(v.object({ id: wireId, name: v.string(), area_code: v.string() })),
    handler: async ({ env, language }) => {
      const areas = await areaCodes(env, language)
      return done(areas.map((area) => ({ id: area.id, name: area.name, area_code: area.callingCode })))
    },
  }),
]

/** Defaults, because clients concatenate these to the site origin without checking. */
const SITE_CONFIG_PRESETS = { site_name: 'CM', site_logo: '', down_logo: '' }

/** Default links, because clients open them unchecked: an empty link would lead home or to a blank tab. */
const PRESET_ADDRESSES: Readonly<Record<string, string>> = {
  zxkf_url: '/contact',
  telegram_url: '/contact',
  whatsApp_url: '/contact',
  jie_url: '/contact',
  hk_url: '/contact',
  apk_download_url: '/',
  android_download_url: '/',
  ios_download_url: '/',
  image_server_url: '/',
  open_url: '/',
}

/** Absolute URL with language for own pages, because clients may run on another origin and open them in a frame without cookies. */
function wholeAddress(
  { request, language }: { readonly request: Request; readonly language: Language },
  key: string,
  value: string,
): string {
  const address = value || (PRESET_ADDRESSES[key] ?? '')
  if (!key.endsWith('_url') || !address.startsWith('/')) return address
  const page = new URL(address, request.url)
  if (page.pathname !== '/') page.searchParams.set('lang', language)
  return page.href
}
