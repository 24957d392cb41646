// @ts-check
// Files that the browser keeps.

/** Gives a file to the browser to keep. @param {Blob | string} content @param {string} name */
export function download(content, name) {
  const address = URL.createObjectURL(
    typeof content === "string"
      ? new Blob([content], { type: "text/plain;charset=utf-8" })
      : content,
  );
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
