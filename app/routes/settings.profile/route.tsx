// Profile: picture, nickname and signature, with the VIP level.

import { Form, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Avatar } from '../../components/avatar'
import { Button } from '../../components/button'
import { Field, Problem } from '../../components/field'
import { ImageField } from '../../components/image-field'
import { ListGroup, ListRow } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { Pane } from '../../components/pane'
import { useSecurityForm } from '../../forms/use-security-form'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Profile() {
  const { t } = useTranslation('security')
  const { count } = useNumbers()
  const { profile } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('profile_title')} backTo="/settings">
      <Picture />
      <Names />
      <ListGroup>
        <ListRow title={t('profile_account')} end={profile.account} />
        <ListRow title={t('profile_uid')} end={profile.id} />
        <ListRow title={t('profile_score')} text={t('profile_score_text')} end={count(profile.score)} />
        <ListRow title={t('profile_level')} end={t('profile_vip', { level: profile.level })} />
        <ListRow title={t('profile_since')} end={<Moment at={profile.createdAt} />} />
      </ListGroup>
    </Pane>
  )
}

function Picture() {
  const { t } = useTranslation('security')
  const { profile } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  const isAlive = useAlive()
  const [hasImage, setHasImage] = useState(false)
  return (
    // `key` resets the form after a new picture was saved, which clears the file input.
    <Form
      key={profile.headPortrait}
      method="post"
      noValidate={isAlive}
      encType="multipart/form-data"
      className="panel grid gap-4 p-4"
    >
      <div className="flex items-center gap-4">
        <Avatar name={profile.nickname} src={profile.headPortrait || null} size="lg" />
        <div className="min-w-0">
          <h2 className="font-semibold">{t('avatar')}</h2>
          <p className="text-sm text-muted">{t('avatar_text')}</p>
        </div>
      </div>
      <ImageField
        label={t('avatar_new')}
        name="avatar"
        problem={form.problemOf('avatar')}
        isRequired
        onImage={(image) => setHasImage(image !== null)}
      />
      <Button
        name="intent"
        value="avatar"
        variant={hasImage ? 'brand' : 'quiet'}
        isBusy={form.sending === 'avatar'}
        disabled={isAlive && !hasImage}
        className="sm:justify-self-start"
      >
        {t('avatar_save')}
      </Button>
    </Form>
  )
}

function Names() {
  const { t } = useTranslation('security')
  const { profile } = useLoaderData<typeof loader>()
  const isAlive = useAlive()
  const { answer, problemOf, sending } = useSecurityForm()
  const { nickname, signature } = answer?.names ?? profile
  return (
    <Form method="post" noValidate={isAlive} className="panel grid gap-4 p-4">
      <Field
        label={t('nickname')}
        name="nickname"
        defaultValue={nickname}
        hint={t('nickname_hint')}
        problem={problemOf('nickname')}
        required
        maxLength={20}
        autoComplete="nickname"
      />
      <Field
        label={t('signature')}
        name="signature"
        defaultValue={signature}
        hint={t('signature_hint')}
        problem={problemOf('signature')}
        maxLength={60}
        autoComplete="off"
      />
      <Problem text={problemOf('form')} />
      <Button
        name="intent"
        value="names"
        variant="brand"
        isBusy={sending === 'names'}
        className="sm:justify-self-start"
      >
        {t('save')}
      </Button>
    </Form>
  )
}
