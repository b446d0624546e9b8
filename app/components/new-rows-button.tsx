// Button above a scrolled list: new rows have arrived at the top.

import { useTranslation } from 'react-i18next'
import { Icon } from './icon'

export function NewRowsButton({ onShow }: { readonly onShow: () => void }) {
  const { t } = useTranslation('wallet')
  return (
    <button
      type="button"
      onClick={onShow}
      className="button button-selected button-sm fixed top-16 left-1/2 z-bar -translate-x-1/2 rounded-full shadow-float"
    >
      <Icon name="up" className="size-4" />
      {t('new_entries')}
    </button>
  )
}
