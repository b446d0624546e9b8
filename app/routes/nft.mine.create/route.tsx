// Work submission page: file, then name, description, royalty, and a poster for audio and video.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { WORK_DESCRIPTION_MAX, WORK_NAME_MAX } from '#domain/nft/studio'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { DecimalField, Field, FieldFrame } from '../../components/field'
import { ImageField } from '../../components/image-field'
import { AnswerNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { problemAt } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import type { action, loader } from './data.server'
import { VideoStill } from './video-still'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('nft', Create)

const BESIDE = ['work_name', 'description', 'royalty']

function Create() {
  const { t } = useTranslation('nft')
  const { title, isArtist, media, refused } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <PageHeader title={title} backTo="/nft/mine/artworks" text={t('create_text')} />
      <div className="grid gap-4 px-4 pb-6 lg:px-0">
        <AnswerNotice answer={answer} besides={isArtist && media !== null ? BESIDE : []} />
        {!answer && refused && <Notice tone="bad">{refused}</Notice>}
        {isArtist ? (
          media === null ? (
            <FileForm />
          ) : (
            <WordsForm media={media} />
          )
        ) : (
          <>
            <p className="text-sm">{t('artist_first')}</p>
            <ButtonLink to="/nft/apply">{t('apply_title')}</ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}

/** Posted as a document, so that no script reads the video first. */
function FileForm() {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { kinds, kind: chosen } = useLoaderData<typeof loader>()
  return (
    <form method="post" action="/media" encType="multipart/form-data" className="panel grid gap-4 p-4">
      <fieldset className="grid gap-2">
        <legend className="pb-1 text-sm text-muted">{t('kind')}</legend>
        {kinds.map(({ kind, mb }) => (
          <label key={kind} className="flex min-h-9 items-center gap-2 text-sm">
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} className="size-5" />
            <span>
              {t(`of_${kind}`)}{' '}
              <span className="text-muted">{t('at_most_mb', { replace: { mb: numbers.count(mb) } })}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FieldFrame label={t('file')} hint={t('file_hint')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            name="file"
            accept=".png,.jpg,.jpeg,.webp,.gif,.mp3,.wav,.ogg,.mp4,.webm"
            required
            className="field py-2.5"
          />
        )}
      </FieldFrame>
      <button type="submit" className="button button-brand w-full">
        {t('send_file')}
      </button>
    </form>
  )
}

function WordsForm({ media }: { readonly media: string }) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const { kind, royaltyMin, royaltyMax, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  const written = (name: string): string => answer?.fields[name] ?? ''
  return (
    <Form method="post" encType="multipart/form-data" className="panel grid gap-4 p-4">
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="language" value={numbers.language} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="media" value={media} />
      <input type="hidden" name="poster" value={written('poster')} />
      {(kind === 'image' || kind === 'gif') && (
        <img src={media} alt={t('file')} className="max-h-72 w-full rounded-lg bg-raised object-contain" />
      )}
      {kind === 'audio' && <audio controls preload="none" src={media} aria-label={t('file')} className="w-full" />}
      {kind === 'video' && <VideoStill media={media} />}
      {kind === 'audio' && <ImageField label={t('cover')} hint={t('cover_hint')} name="poster" />}
      <Field
        label={t('work_name')}
        name="work_name"
        defaultValue={written('work_name')}
        problem={problemAt(answer, 'work_name')}
        maxLength={WORK_NAME_MAX}
        autoComplete="off"
        required
      />
      <FieldFrame label={t('description')} problem={problemAt(answer, 'description')}>
        {(wiring) => (
          <textarea
            {...wiring}
            name="description"
            rows={4}
            maxLength={WORK_DESCRIPTION_MAX}
            defaultValue={written('description')}
            className="field"
          />
        )}
      </FieldFrame>
      <DecimalField
        label={t('royalty_percent')}
        hint={t('royalty_hint', { replace: { min: numbers.decimal(royaltyMin), max: numbers.decimal(royaltyMax) } })}
        name="royalty"
        problem={problemAt(answer, 'royalty')}
        defaultValue={written('royalty') || numbers.field('5')}
        required
      />
      <Button name="intent" value="send" variant="brand" isBusy={isSending} isWide>
        {t('send_work')}
      </Button>
    </Form>
  )
}
