// Avatar: the user's picture, or the first letter of the name on a constant colour.

import { colourOf } from './coin'

const SIZES = { sm: 'size-8 text-sm', md: 'size-11 text-lg', lg: 'size-16 text-2xl' } as const

interface AvatarProps {
  readonly name: string
  /** Text that decides the colour: an id where several people may have one name. */
  readonly seed?: string
  readonly src?: string | null
  readonly size?: keyof typeof SIZES
}

/** Decorative: the name is displayed next to it. */
export function Avatar({ name, seed = name, src, size = 'md' }: AvatarProps) {
  const className = `${SIZES[size]} shrink-0 rounded-full`
  if (src) return <img src={src} alt="" className={`${className} bg-pressed object-cover`} />
  return (
    <span
      aria-hidden="true"
      className={`${className} relative grid place-items-center overflow-hidden font-semibold text-ink`}
    >
      <span className="absolute inset-0 opacity-30" style={{ background: colourOf(seed) }} />
      <span className="relative">{[...name.trim()][0]?.toUpperCase() ?? '?'}</span>
    </span>
  )
}
