// Image compression in the browser before upload (spec §5: JPEG at quality 0.1). Re-encoding removes the original
// dimensions and camera metadata.

const QUALITY = 0.1
/** Phones refuse larger canvases. */
const SIDE_MAX_PX = 4096

/** Throws when the browser cannot read the file as a picture. */
export async function toJpeg(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  try {
    const { width, height } = fitWithin(picture, SIDE_MAX_PX)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no 2d canvas')
    // JPEG has no transparency; without a background, transparent parts would turn black.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.drawImage(picture, 0, 0, width, height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    if (!blob) throw new Error('no JPEG came out')
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
  } finally {
    picture.close()
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Scales `width` and `height` (px) down until neither exceeds `most`; keeps the aspect ratio. */
export function fitWithin({ width, height }: Size, most: number): Size {
  const share = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}
