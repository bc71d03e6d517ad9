// Search keys: width and case folded, katakana as hiragana, so that けいかく, ケイカク and ｹｲｶｸ are one word.
export function fold(text) {
  return text.normalize("NFKC").toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[’‘]/g, "'");
}
