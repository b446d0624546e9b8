// Header of an NFT trade page: picture, name and artist.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

interface TradedWorkProps {
  readonly work: { readonly id: number; readonly name: string; readonly media: string; readonly poster: string }
  readonly artist?: string | undefined
  /** One card of a long list, possibly far below the first screen. */
  readonly isInList?: boolean
  readonly children?: ReactNode
}

export function TradedWork({ work, artist, isInList = false, children }: TradedWorkProps) {
  return (
    <div className="flex min-w-0 gap-3">
      <img
        src={work.poster || work.media}
        alt=""
        width={96}
        height={96}
        {...(isInList && { loading: 'lazy' })}
        className="size-24 shrink-0 rounded-lg bg-raised object-cover"
      />
      <div className="grid min-w-0 flex-1 content-start justify-items-start gap-1 text-sm">
        <Link to={`/nft/artworks/${work.id}`} className="font-semibold break-words hover:underline">
          {work.name}
        </Link>
        {artist && <span className="text-muted">{artist}</span>}
        {children}
      </div>
    </div>
  )
}
