// Application as an artist: name and description.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ARTIST_NAME_LENGTH, WORDS_LENGTH } from '#domain/nft/studio'
import { Button, ButtonLink } from '../../components/button'
import { FeatureWords } from '../../components/feature-words'
import { Field, FieldFrame } from '../../components/field'
import { KeptUnanswered, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { askOr } from '../../site/revalidation'
import type { ApplyAnswer, action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export const clientAction = askOr<ApplyAnswer>((fields) => ({ problem: null, fields, isUnanswered: true }))

export default function Page() {
  const { texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="nft" texts={texts}>
      <Apply />
    </FeatureWords>
  )
}

function Apply() {
  const { t } = useTranslation('nft')
  const { title, state, reason } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <PageHeader title={title} backTo="/nft/artists" text={t('apply_text')} />
      <div className="grid gap-4 px-4 pb-6 lg:px-0">
        {state && (
          <Notice tone={state === 'refused' || state === 'hidden' ? 'bad' : 'plain'}>
            {t(`artist_${state}`)} {reason}
          </Notice>
        )}
        <KeptUnanswered answer={answer} />
        {answer?.problem && <Notice tone="bad">{answer.problem}</Notice>}
        {state === 'listed' && <ButtonLink to="/nft/mine/create">{t('create_title')}</ButtonLink>}
        {(state === null || state === 'refused') && <ApplicationForm />}
      </div>
    </div>
  )
}

function ApplicationForm() {
  const { t } = useTranslation('nft')
  const { said } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="panel grid gap-4 p-4">
      <Field
        label={t('artist_name')}
        name="nickname"
        defaultValue={answer?.fields['nickname'] ?? said.nickname}
        maxLength={ARTIST_NAME_LENGTH.max}
        hint={t('artist_name_hint', { replace: { ...ARTIST_NAME_LENGTH } })}
        autoComplete="off"
        required
      />
      <FieldFrame label={t('artist_words')} hint={t('artist_words_hint', { replace: { ...WORDS_LENGTH } })}>
        {(wiring) => (
          <textarea
            {...wiring}
            name="words"
            rows={5}
            maxLength={WORDS_LENGTH.max}
            defaultValue={answer?.fields['words'] ?? said.words}
            required
            className="field"
          />
        )}
      </FieldFrame>
      <Button variant="brand" isBusy={isSending} isWide>
        {t('apply_submit')}
      </Button>
    </Form>
  )
}
