// Application as an artist: name and description.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ARTIST_NAME_LENGTH, WORDS_LENGTH } from '#domain/nft/studio'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Field, FieldFrame } from '../../components/field'
import { AnswerNotice, Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { problemAt } from '../../site/answer'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export { clientAction } from '../../site/revalidation'

export default featurePage('nft', Apply)

const BESIDE = ['nickname', 'words']

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
        <AnswerNotice answer={answer} besides={state === null || state === 'refused' ? BESIDE : []} />
        {state === 'listed' && <ButtonLink to="/nft/mine/create">{t('create_title')}</ButtonLink>}
        {(state === null || state === 'refused') && <ApplicationForm />}
      </div>
    </div>
  )
}

function ApplicationForm() {
  const { t } = useTranslation('nft')
  const { said, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="panel grid gap-4 p-4">
      <input type="hidden" name="commandId" value={commandId} />
      <Field
        label={t('artist_name')}
        name="nickname"
        defaultValue={answer?.fields['nickname'] ?? said.nickname}
        maxLength={ARTIST_NAME_LENGTH.max}
        hint={t('artist_name_hint', { replace: { ...ARTIST_NAME_LENGTH } })}
        autoComplete="off"
        required
        problem={problemAt(answer, 'nickname')}
      />
      <FieldFrame
        label={t('artist_words')}
        hint={t('artist_words_hint', { replace: { ...WORDS_LENGTH } })}
        problem={problemAt(answer, 'words')}
      >
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
      <Button name="intent" value="apply" variant="brand" isBusy={isSending} isWide>
        {t('apply_submit')}
      </Button>
    </Form>
  )
}
