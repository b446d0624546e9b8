// Viewer of an NFT work: image, audio or video. Media never autoplays; audio and video load on demand.

import { useTranslation } from 'react-i18next'
import type { WorkKind } from '#domain/nft/artwork'

interface MediumProps {
  readonly kind: WorkKind
  readonly media: string
  /** Poster image; empty for image works. */
  readonly poster: string
  readonly name: string
  readonly description: string
}

const SIDE = 520

export function Medium({ kind, media, poster, name, description }: MediumProps) {
  const { t } = useTranslation('nft')
  const alt = t('picture_of', { replace: { name } }) + (description ? ` ${description}` : '')
  const picture = 'aspect-square w-full bg-raised object-contain'
  if (kind === 'video') {
    return (
      <video
        controls
        loop
        playsInline
        preload="none"
        poster={poster || undefined}
        src={media}
        width={SIDE}
        height={SIDE}
        aria-label={alt}
        className={picture}
      >
        <a href={media}>{t('open_file')}</a>
      </video>
    )
  }
  if (kind === 'audio') {
    return (
      <>
        <img src={poster} alt={alt} width={SIDE} height={SIDE} className={picture} />
        <audio controls preload="none" src={media} aria-label={name} className="w-full p-3">
          <a href={media}>{t('open_file')}</a>
        </audio>
      </>
    )
  }
  return (
    <picture>
      {kind === 'gif' && poster !== '' && <source media="(prefers-reduced-motion: reduce)" srcSet={poster} />}
      <img src={media} alt={alt} width={SIDE} height={SIDE} className={picture} />
    </picture>
  )
}
