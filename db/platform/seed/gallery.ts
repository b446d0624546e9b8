// The gallery of the house: artists, works and a series of blind boxes, all drawn by `npm run gallery`, which reads what to draw from here.

export const GALLERY_ARTISTS = [
  {
    name: 'Studio Tidal',
    words: 'Water, wind and slow light. Every picture is drawn by a rule, and the rule is all there is to it.',
  },
  { name: 'Paper Lantern', words: 'Mountains and towns after dark, cut from a few flat colours.' },
  { name: 'Low Orbit', words: 'Circles around circles: small planets, large distances, and the sounds between them.' },
  { name: 'Pixel Garden', words: 'Tiles, petals and patterns that grow from one seed.' },
] as const

/** How a picture is drawn; scripts/lib/gallery-art.mjs has one function for each. */
export type Drawing = 'waves' | 'ridges' | 'orbits' | 'tiles' | 'petals' | 'stars' | 'town' | 'ripples'

export interface GalleryWork {
  /** File of the medium, without its ending. */
  readonly file: string
  readonly kind: 'image' | 'gif' | 'audio' | 'video'
  /** Place in GALLERY_ARTISTS, from 1. */
  readonly artist: number
  readonly name: string
  readonly description: string
  readonly drawing: Drawing
  /** Three colours, the ground first. */
  readonly colours: readonly [string, string, string]
  readonly rarity: 'N' | 'R' | 'SR'
  /** Whole USDT. */
  readonly price: number
  /** First in turn for an auction, offered again by its owner, or on sale later. */
  readonly is?: 'auction' | 'resale' | 'later'
}

const NIGHT = ['#101a3c', '#4f7df0', '#f6c667'] as const
const DAWN = ['#3a1c4a', '#f2715a', '#ffd9a0'] as const
const LEAF = ['#0f3d33', '#3fae7c', '#e9f2c8'] as const
const SNOW = ['#e8eef6', '#5b7fa8', '#24364f'] as const
const PLUM = ['#2b1233', '#c2477f', '#f4e3f1'] as const
const SAND = ['#f3e4c8', '#c9803d', '#5a2f1a'] as const

export const GALLERY_WORKS: readonly GalleryWork[] = [
  {
    file: 'long-swell',
    kind: 'image',
    artist: 1,
    name: 'Long Swell',
    description: 'Nine lines of the same sea, each a little later than the one before.',
    drawing: 'waves',
    colours: NIGHT,
    rarity: 'SR',
    price: 120,
    is: 'auction',
  },
  {
    file: 'ebb',
    kind: 'image',
    artist: 1,
    name: 'Ebb',
    description: 'The tide goes out and leaves its drawing on the sand.',
    drawing: 'waves',
    colours: SAND,
    rarity: 'N',
    price: 24,
  },
  {
    file: 'first-rain',
    kind: 'image',
    artist: 1,
    name: 'First Rain',
    description: 'Rings of the first drops on still water.',
    drawing: 'ripples',
    colours: SNOW,
    rarity: 'N',
    price: 18,
  },
  {
    file: 'blue-hour',
    kind: 'image',
    artist: 2,
    name: 'Blue Hour',
    description: 'Seven ridges between the last light and the first lamp.',
    drawing: 'ridges',
    colours: NIGHT,
    rarity: 'R',
    price: 60,
    is: 'resale',
  },
  {
    file: 'harvest-ridge',
    kind: 'image',
    artist: 2,
    name: 'Harvest Ridge',
    description: 'The hills in the week when the fields are cut.',
    drawing: 'ridges',
    colours: SAND,
    rarity: 'N',
    price: 20,
  },
  {
    file: 'lamps-on',
    kind: 'image',
    artist: 2,
    name: 'Lamps On',
    description: 'A town counts its windows.',
    drawing: 'town',
    colours: PLUM,
    rarity: 'N',
    price: 32,
  },
  {
    file: 'near-moons',
    kind: 'image',
    artist: 3,
    name: 'Near Moons',
    description: 'Moons that share one path and never meet.',
    drawing: 'orbits',
    colours: DAWN,
    rarity: 'R',
    price: 75,
  },
  {
    file: 'chart-of-summer',
    kind: 'image',
    artist: 3,
    name: 'Chart of Summer',
    description: 'The stars of a July night, joined as somebody saw them.',
    drawing: 'stars',
    colours: NIGHT,
    rarity: 'N',
    price: 28,
  },
  {
    file: 'quarter-tiles',
    kind: 'image',
    artist: 4,
    name: 'Quarter Tiles',
    description: 'One tile, turned a hundred times.',
    drawing: 'tiles',
    colours: LEAF,
    rarity: 'N',
    price: 15,
  },
  {
    file: 'winter-petals',
    kind: 'image',
    artist: 4,
    name: 'Winter Petals',
    description: 'A flower by the golden angle, in the colours of frost.',
    drawing: 'petals',
    colours: SNOW,
    rarity: 'R',
    price: 48,
  },
  {
    file: 'slow-tide',
    kind: 'gif',
    artist: 1,
    name: 'Slow Tide',
    description: 'A sea that comes back to where it began.',
    drawing: 'waves',
    colours: LEAF,
    rarity: 'N',
    price: 36,
  },
  {
    file: 'drops',
    kind: 'gif',
    artist: 1,
    name: 'Drops',
    description: 'Rain on a pond, for ever.',
    drawing: 'ripples',
    colours: NIGHT,
    rarity: 'N',
    price: 30,
  },
  {
    file: 'clockwork',
    kind: 'gif',
    artist: 3,
    name: 'Clockwork',
    description: 'Five planets that line up once in each round.',
    drawing: 'orbits',
    colours: PLUM,
    rarity: 'R',
    price: 66,
    is: 'auction',
  },
  {
    file: 'turning-tiles',
    kind: 'gif',
    artist: 4,
    name: 'Turning Tiles',
    description: 'A floor that changes its mind.',
    drawing: 'tiles',
    colours: DAWN,
    rarity: 'N',
    price: 26,
  },
  {
    file: 'night-shift',
    kind: 'gif',
    artist: 2,
    name: 'Night Shift',
    description: 'Windows go on and off, and nobody is seen.',
    drawing: 'town',
    colours: NIGHT,
    rarity: 'N',
    price: 34,
  },
  {
    file: 'shore-bells',
    kind: 'audio',
    artist: 1,
    name: 'Shore Bells',
    description: 'Five notes in no hurry.',
    drawing: 'ripples',
    colours: SAND,
    rarity: 'N',
    price: 22,
  },
  {
    file: 'undertow',
    kind: 'audio',
    artist: 1,
    name: 'Undertow',
    description: 'Two low tones, a breath apart.',
    drawing: 'waves',
    colours: PLUM,
    rarity: 'R',
    price: 54,
  },
  {
    file: 'beacon',
    kind: 'audio',
    artist: 3,
    name: 'Beacon',
    description: 'What a satellite would hum.',
    drawing: 'orbits',
    colours: NIGHT,
    rarity: 'N',
    price: 25,
  },
  {
    file: 'snowfield',
    kind: 'audio',
    artist: 2,
    name: 'Snowfield',
    description: 'A melody heard from the next valley.',
    drawing: 'ridges',
    colours: SNOW,
    rarity: 'N',
    price: 27,
  },
  {
    file: 'music-box',
    kind: 'audio',
    artist: 4,
    name: 'Music Box',
    description: 'Sixteen pins on a small drum.',
    drawing: 'petals',
    colours: DAWN,
    rarity: 'N',
    price: 21,
  },
  {
    file: 'breakwater',
    kind: 'video',
    artist: 1,
    name: 'Breakwater',
    description: 'Waves against a wall that is not drawn.',
    drawing: 'waves',
    colours: DAWN,
    rarity: 'R',
    price: 90,
  },
  {
    file: 'passing-hills',
    kind: 'video',
    artist: 2,
    name: 'Passing Hills',
    description: 'From the window of a night train.',
    drawing: 'ridges',
    colours: LEAF,
    rarity: 'N',
    price: 45,
  },
  {
    file: 'transit',
    kind: 'video',
    artist: 3,
    name: 'Transit',
    description: 'A small world crosses a larger one.',
    drawing: 'orbits',
    colours: SAND,
    rarity: 'SR',
    price: 150,
  },
  {
    file: 'star-trail',
    kind: 'video',
    artist: 3,
    name: 'Star Trail',
    description: 'The sky, a hundred times as fast.',
    drawing: 'stars',
    colours: PLUM,
    rarity: 'N',
    price: 52,
    is: 'later',
  },
  {
    file: 'unfolding',
    kind: 'video',
    artist: 4,
    name: 'Unfolding',
    description: 'A flower opens by the golden angle.',
    drawing: 'petals',
    colours: LEAF,
    rarity: 'N',
    price: 44,
  },
]

export const GALLERY_SERIES = {
  file: 'seed-box',
  artist: 4,
  name: 'Seeds',
  description: 'Ten seeds, ten flowers. Which one grows is known when the box is opened.',
  drawing: 'tiles',
  colours: PLUM,
  price: 12,
} as const

interface GalleryPrize {
  readonly file: string
  readonly name: string
  readonly rarity: 'N' | 'R' | 'SR'
  readonly colours: readonly [string, string, string]
}

const prize = (
  no: number,
  name: string,
  rarity: GalleryPrize['rarity'],
  colours: GalleryPrize['colours'],
): GalleryPrize => ({ file: `seed-${no}`, name, rarity, colours })

export const GALLERY_PRIZES: readonly GalleryPrize[] = [
  prize(1, 'Midnight Aster', 'SR', NIGHT),
  prize(2, 'Ember Dahlia', 'R', DAWN),
  prize(3, 'Moss Rose', 'N', LEAF),
  prize(4, 'Ice Lily', 'R', SNOW),
  prize(5, 'Plum Orchid', 'N', PLUM),
  prize(6, 'Desert Daisy', 'N', SAND),
  prize(7, 'Lantern Vine', 'N', ['#1d2b1f', '#e2b13c', '#f7f1d5']),
  prize(8, 'Coral Bloom', 'N', ['#fbe9e7', '#e8594f', '#7a2430']),
  prize(9, 'Violet Fern', 'N', ['#1b1a2e', '#8b6cf0', '#d9d2ff']),
  prize(10, 'Copper Thistle', 'R', ['#20302f', '#cf7a4a', '#f3d9c4']),
]
