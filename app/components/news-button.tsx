// Above a list that one has scrolled down in: there is something new at its top.

import { useWords } from '../text/words'
import { Icon } from './icon'

export function NewsButton({ onShow }: { readonly onShow: () => void }) {
  const say = useWords('wallet')
  return (
    <button
      type="button"
      onClick={onShow}
      className="button button-selected button-sm fixed top-16 left-1/2 z-bar -translate-x-1/2 rounded-full shadow-float"
    >
      <Icon name="up" className="size-4" />
      {say('new_entries')}
    </button>
  )
}
