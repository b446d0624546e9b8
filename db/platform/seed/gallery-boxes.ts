// The colours of the house's gallery, and its series of blind boxes. Which box holds which prize is drawn elsewhere, by chance.

export const NIGHT = ['#101a3c', '#4f7df0', '#f6c667'] as const
export const DAWN = ['#3a1c4a', '#f2715a', '#ffd9a0'] as const
export const LEAF = ['#0f3d33', '#3fae7c', '#e9f2c8'] as const
export const SNOW = ['#e8eef6', '#5b7fa8', '#24364f'] as const
export const PLUM = ['#2b1233', '#c2477f', '#f4e3f1'] as const
export const SAND = ['#f3e4c8', '#c9803d', '#5a2f1a'] as const

export const GALLERY_SERIES = {
  file: 'seed-box',
  artist: 4,
  name: 'Seeds',
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
