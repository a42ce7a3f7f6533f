"""Words that hold a sentence together and say little about its matter.

A store learns by itself which words are common, but only after a while; these are known from the first day.
"""

from __future__ import annotations

_ENGLISH = """
    a about above after again against all also am an and any anyway are as at be because been before being below
    between both but by can cannot could did do does doing done don't down during each ever every few for from further
    get gets getting give go goes going gonna got had has have having he her here hers herself him himself his how i
    i'd i'll i'm i've if in into is isn't it it's its itself just let let's like lot many may maybe me might more most
    much must my myself need never no nor not now of off oh ok okay on once one only or other our ours out over own
    please quite rather really same say says see shall she should so some something still such tell than thank thanks
    that that's the their theirs them then there there's these they thing things think this those though through to too
    under until up upon us very want was wasn't we well were weren't what what's when where which while who whom whose
    why will with won't would yeah yes yet you you'd you'll you're you've your yours
"""

# Pairs of hiragana that come from endings, particles and pronouns. りん, ねこ and the like are not among them.
_JAPANESE = """
    です ます した して いる ある ない なっ って とい いう から まで ので のに けど たい この その あの どの それ
    これ あれ どれ もの こと とき よう うに うな そう こう どう まし ませ せん でし しょ ょう てい いま いた てる
    てた たの のは のが のを では には とは にも とも でも かも もし しれ れな だっ だか だけ だよ だね よね くて
    ては ても たら なら れば えば する され れる られ れた せる させ なに なん んで んな んだ のか すか すよ すね
    たよ たね いい いて てく くれ くだ ださ さい ほう ほど らい ここ そこ あそ こに そし しか また など つい とし
    しま しよ しい かっ った たと いの いで いか いよ いね がら なが ろう うと うか うだ うで うの やっ ちょ ゃう
    ちゃ じゃ ゃな てし たり りま しっ きま
"""

# What a question is framed with: 「…の話を覚えてる？」, "do you remember what kind of …". It asks, and names no matter.
_ASKING = """
    remember recall remind said talk talked talking speak spoke know told mention mentioned discuss discussed
    kind type sort many
    覚え 憶え 思い 出し い出 話 話し 語 言 言っ 聞 聞い 聞か 教 教え 答 答え 尋ね 尋
    何 何の 何を 何て 何と 知 知っ 知り 返事 全部 何が 誰 誰が いつ どこ なぜ どん どう
"""

ENGLISH = frozenset(_ENGLISH.split())
JAPANESE = frozenset(_JAPANESE.split())
ASKING = frozenset(_ASKING.split())
