// Picture field: chosen, reduced, previewed, replaced or removed. The reduced picture replaces the original in the file
// input, so the form posts it like any file. Without scripts the original is posted.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './field'
import { Icon } from './icon'
import { toJpeg } from './image-jpeg'

interface ImageFieldProps {
  readonly label: ReactNode
  readonly name: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Called with the compressed image, or null after removal. */
  readonly onImage?: (image: File | null) => void
}

type Choice = { readonly state: 'none' | 'busy' | 'unreadable' } | { readonly state: 'chosen'; readonly url: string }

export function ImageField({ label, name, hint, problem, isRequired, onImage }: ImageFieldProps) {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState<Choice>({ state: 'none' })
  useReleasedUrl(choice.state === 'chosen' ? choice.url : null)

  const forget = (state: 'none' | 'unreadable') => {
    if (input.current) input.current.value = ''
    setChoice({ state })
    onImage?.(null)
  }
  const choose = async (file: File | undefined) => {
    if (!file) return forget('none')
    setChoice({ state: 'busy' })
    try {
      const small = await toJpeg(file)
      if (input.current) input.current.files = listOf(small)
      setChoice({ state: 'chosen', url: URL.createObjectURL(small) })
      onImage?.(small)
    } catch {
      // The file is not an image, or this browser cannot decode it.
      forget('unreadable')
    }
  }
  const isChosen = choice.state === 'chosen'
  return (
    <FieldFrame label={label} hint={hint} problem={choice.state === 'unreadable' ? t('image_unreadable') : problem}>
      {(wiring) => (
        <div className="relative">
          <div className="field relative grid min-h-36 place-items-center overflow-hidden border-dashed border-line-strong p-0">
            {isChosen ? (
              <img src={choice.url} alt={t('image_preview')} className="max-h-56 w-full object-contain" />
            ) : (
              <span aria-hidden="true" className="grid justify-items-center gap-2 p-4 text-sm text-muted">
                {choice.state === 'busy' ? (
                  <span className="spinner text-2xl" />
                ) : (
                  <Icon name="camera" className="size-8" />
                )}
                {t('image_choose')}
              </span>
            )}
            <input
              {...wiring}
              ref={input}
              type="file"
              name={name}
              accept="image/*"
              required={isRequired}
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </div>
          {isChosen && (
            <button
              type="button"
              aria-label={t('image_remove')}
              onClick={() => forget('none')}
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-full bg-graphite text-white shadow-float"
            >
              <Icon name="trash" />
            </button>
          )}
          <span role="status" className="sr-only">
            {choice.state === 'busy' ? t('loading') : isChosen ? t('image_preview') : ''}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}

/** `input.files` accepts only a FileList; DataTransfer is the one way to construct it. */
function listOf(file: File): FileList {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer.files
}

/** Revokes an object URL after use: until then the browser keeps the picture in memory. */
function useReleasedUrl(url: string | null): void {
  useEffect(() => {
    if (url === null) return
    return () => URL.revokeObjectURL(url)
  }, [url])
}
