// What the pages of bench serve share.
'use strict';

const serve = {
  by: (id) => document.getElementById(id),

  // What is unchanged is not read aloud again.
  say: (id, text) => {
    if (serve.by(id).textContent !== text) {
      serve.by(id).textContent = text;
    }
  },

  // The address of the report of a result.
  report: (path) => 'report/' + (path === '' ? '' : path.split('/').map(encodeURIComponent).join('/') + '/') + 'report.html',
};
