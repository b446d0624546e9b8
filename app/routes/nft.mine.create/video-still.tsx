// Video poster: an early frame captured in the browser and put into the file field; without scripts, or instead, a
// chosen picture.

import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../components/field'

const EDGE_MAX = 1_280
const QUALITY = 0.85

export function VideoStill({ media }: { readonly media: string }) {
  const { t } = useTranslation('nft')
  const input = useRef<HTMLInputElement>(null)
  const draw = async (video: HTMLVideoElement) => {
    const still = await stillOf(video)
    if (still && input.current?.files?.length === 0) input.current.files = listOf(still)
  }
  return (
    <>
      <video
        controls
        muted
        playsInline
        preload="auto"
        src={media}
        aria-label={t('file')}
        onLoadedData={(event) => void draw(event.currentTarget)}
        className="max-h-72 w-full rounded-lg bg-raised"
      />
      <FieldFrame label={t('cover')} hint={t('cover_video_hint')}>
        {(wiring) => (
          <input
            {...wiring}
            ref={input}
            type="file"
            name="poster"
            accept="image/png,image/jpeg"
            className="field py-2.5"
          />
        )}
      </FieldFrame>
    </>
  )
}

/** Null where the browser cannot render the video. */
async function stillOf(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  const part = Math.min(1, EDGE_MAX / Math.max(videoWidth, videoHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * part)
  canvas.height = Math.round(videoHeight * part)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob && new File([blob], 'still.jpg', { type: 'image/jpeg' })
}

/** `input.files` accepts only a FileList; DataTransfer is the one way to construct it. */
function listOf(file: File): FileList {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer.files
}
