// Says what is missing where the modules cannot run. Written for browsers that are too old for anything else.
setTimeout(function () {
  var app = document.getElementById("app");
  var modern = window.HTMLDialogElement && window.ResizeObserver && HTMLScriptElement.supports && HTMLScriptElement.supports("importmap") && CSS.supports("container-type: inline-size");
  if (!modern && app && !app.firstChild) document.getElementById("old").hidden = false;
}, 0);
