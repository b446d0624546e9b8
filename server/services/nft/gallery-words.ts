// Translations of house-owned works and artists. User texts are shown as written.

import type { Language } from '#domain/language'
import type { ShownWork } from '#db/platform/nft'
import { serverI18n } from '../i18n'
import type { WordKey } from '../../../locales/key'

type Keys = Readonly<Record<string, WordKey<'gallery'>>>

/** By media file name. */
const WORKS: Keys = {
  'long-swell': 'work_long_swell',
  ebb: 'work_ebb',
  'first-rain': 'work_first_rain',
  'blue-hour': 'work_blue_hour',
  'harvest-ridge': 'work_harvest_ridge',
  'lamps-on': 'work_lamps_on',
  'near-moons': 'work_near_moons',
  'chart-of-summer': 'work_chart_of_summer',
  'quarter-tiles': 'work_quarter_tiles',
  'winter-petals': 'work_winter_petals',
  'slow-tide': 'work_slow_tide',
  drops: 'work_drops',
  clockwork: 'work_clockwork',
  'turning-tiles': 'work_turning_tiles',
  'night-shift': 'work_night_shift',
  'shore-bells': 'work_shore_bells',
  undertow: 'work_undertow',
  beacon: 'work_beacon',
  snowfield: 'work_snowfield',
  'music-box': 'work_music_box',
  breakwater: 'work_breakwater',
  'passing-hills': 'work_passing_hills',
  transit: 'work_transit',
  'star-trail': 'work_star_trail',
  unfolding: 'work_unfolding',
  'seed-box': 'work_seed_box',
}

const ARTISTS: Keys = {
  'Studio Tidal': 'artist_studio_tidal',
  'Paper Lantern': 'artist_paper_lantern',
  'Low Orbit': 'artist_low_orbit',
  'Pixel Garden': 'artist_pixel_garden',
}

const say = (language: Language, key: WordKey<'gallery'> | undefined): string =>
  key === undefined ? '' : serverI18n(language).t(key, { ns: 'gallery' })

export const workText = (language: Language, { work }: Pick<ShownWork, 'work'>): string =>
  work.description || say(language, WORKS[/^\/media\/([a-z-]+)\.\w+$/.exec(work.media)?.[1] ?? ''])

export const artistText = (
  language: Language,
  { userId, nickname, words }: Pick<ShownWork['artist'], 'userId' | 'nickname' | 'words'>,
): string => words || (userId === null ? say(language, ARTISTS[nickname]) : '')
