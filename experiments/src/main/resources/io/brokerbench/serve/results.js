// The table of results: asks for the rows, shows those that the filters admit, and keeps the sides of a comparison.
'use strict';

(function () {
  const POLL_MILLIS = 2000;
  const MOST_VALUES = 3;
  const TONES = { VALID: 'GOOD', CONFIRMED: 'GOOD', SUSPECT: 'DOUBTFUL', UNCONFIRMED: 'DOUBTFUL', RUNNING: 'NEUTRAL' };
  const by = serve.by;
  const say = (text) => serve.say('status', text);

  const figure = (key, unit) => ({
    number: true,
    text: (row) => (row.figures[key] || []).filter((value, index, all) => index === 0 || value !== all[0])
      .map((value) => brokerbench.text(value, unit).replaceAll(' ', '\u00a0')).join(' \u2013 '),
    order: (row) => (row.figures[key] === undefined ? undefined : row.figures[key][row.figures[key].length - 1]),
  });
  const list = (key) => ({
    text: (row) => (row[key].length > MOST_VALUES
      ? row[key].length + ' of them' : row[key].join(', ')),
  });
  const columns = [
    { name: 'start (UTC)', text: (row) => (row.startedMillis === null ? '' : brokerbench.text(row.startedMillis, 'INSTANT')),
      order: (row) => (row.startedMillis === null ? undefined : row.startedMillis) },
    { name: 'name', text: (row) => row.name },
    { name: 'kind', text: (row) => row.kind },
    Object.assign({ name: 'tool' }, list('tools')),
    Object.assign({ name: 'broker' }, list('brokers')),
    Object.assign({ name: 'release' }, list('releases')),
    Object.assign({ name: 'mode' }, list('modes')),
    Object.assign({ name: 'verdict' }, list('verdicts')),
    Object.assign({ name: 'acknowledged' }, figure('acked', 'PER_SECOND')),
    Object.assign({ name: 'received' }, figure('received', 'PER_SECOND')),
    Object.assign({ name: 'latency' }, list('latencies')),
    Object.assign({ name: 'p50' }, figure('p50', 'NANOS')),
    Object.assign({ name: 'p99' }, figure('p99', 'NANOS')),
  ];
  const filters = ['kind', 'tools', 'brokers', 'releases', 'verdicts'];
  const chosen = { a: new Set(), b: new Set() };
  let version = -1;
  let rows = [];
  let shown = new Map();
  let sorted = { column: columns[0], down: true };

  const values = (row, key) => (Array.isArray(row[key]) ? row[key] : [row[key]]);

  function address(row) {
    return row.verdicts.includes('RUNNING') && row.kind === 'run' && row.path !== ''
      ? 'live?run=' + encodeURIComponent(row.path)
      : serve.report(row.path);
  }

  function side(row, name) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.name = name;
    box.value = row.path;
    box.checked = chosen[name].has(row.path);
    box.setAttribute('aria-label', 'Side ' + name.toUpperCase() + ': ' + row.name);
    box.addEventListener('change', () => {
      chosen[name][box.checked ? 'add' : 'delete'](row.path);
      selection();
    });
    label.append(box, ' ' + name.toUpperCase());
    return label;
  }

  function selection() {
    const count = (name) => name.toUpperCase() + ': ' + chosen[name].size;
    by('selection').textContent = chosen.a.size + chosen.b.size > 0 ? count('a') + ', ' + count('b') : '';
    by('compare').disabled = chosen.a.size === 0 || chosen.b.size === 0;
  }

  function cell(line, name, number) {
    const made = line.insertCell();
    made.dataset.name = name;
    made.setAttribute('role', 'cell');
    made.className = number ? 'number' : '';
    return made;
  }

  function line(row) {
    const made = document.createElement('tr');
    made.setAttribute('role', 'row');
    const sides = cell(made, 'compare', false);
    sides.className = 'sides';
    sides.append(side(row, 'a'), ' ', side(row, 'b'));
    columns.forEach((column) => {
      const place = cell(made, column.name, column.number);
      const text = column.text(row);
      if (column.name === 'name') {
        const link = document.createElement('a');
        const note = document.createElement('small');
        link.href = address(row);
        link.append(text || row.path || 'this directory');
        link.title = row.path;
        note.append(row.note);
        place.append(link, note);
      } else if (column.name === 'verdict') {
        const worst = row.verdicts.find((verdict) => TONES[verdict] === undefined) || row.verdicts[row.verdicts.length - 1];
        place.className = 'tone ' + (TONES[row.verdicts.includes('SUSPECT') && TONES[worst] ? 'SUSPECT' : worst] || 'BAD');
        place.append(text);
      } else {
        place.append(text);
      }
    });
    return made;
  }

  function options() {
    filters.forEach((key) => {
      const place = by(key);
      const before = place.value;
      const all = Array.from(new Set(rows.flatMap((row) => values(row, key)))).filter((value) => value !== '').sort();
      if (place.dataset.all === all.join('\n')) {
        return;
      }
      place.dataset.all = all.join('\n');
      place.replaceChildren(...['', ...all].map((value) => new Option(value === '' ? 'all' : value, value)));
      place.value = all.includes(before) ? before : '';
    });
  }

  function filter() {
    const words = by('text').value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const admits = (row) => filters.every((key) => by(key).value === '' || values(row, key).includes(by(key).value))
      && words.every((word) => row.words.includes(word));
    let count = 0;
    rows.forEach((row) => {
      const admitted = admits(row);
      shown.get(row).hidden = !admitted;
      count += admitted ? 1 : 0;
    });
    say(count + ' of ' + rows.length + ' results');
  }

  function sort() {
    const order = (row) => (sorted.column.order ? sorted.column.order(row) : sorted.column.text(row) || undefined);
    const compare = (left, right) => {
      const [a, b] = [order(left), order(right)];
      // What is unknown is last, however the others are sorted.
      if (a === undefined || b === undefined) {
        return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
      }
      const sign = typeof a === 'number' ? a - b : a.localeCompare(b, 'en', { numeric: true });
      return sorted.down ? -sign : sign;
    };
    by('rows').append(...rows.slice().sort(compare).map((row) => shown.get(row)));
    Array.from(by('columns').cells).slice(1).forEach((head, index) => {
      const own = columns[index] === sorted.column;
      head.setAttribute('aria-sort', own ? (sorted.down ? 'descending' : 'ascending') : 'none');
    });
  }

  function heads() {
    const sides = document.createElement('th');
    sides.scope = 'col';
    sides.setAttribute('role', 'columnheader');
    sides.append('compare');
    by('columns').append(sides);
    columns.forEach((column) => {
      const head = document.createElement('th');
      const button = document.createElement('button');
      head.scope = 'col';
      head.setAttribute('role', 'columnheader');
      head.className = column.number ? 'number' : '';
      button.type = 'button';
      button.append(column.name);
      button.addEventListener('click', () => {
        sorted = { column: column, down: sorted.column === column ? !sorted.down : Boolean(column.order) };
        sort();
      });
      head.append(button);
      by('columns').append(head);
    });
  }

  function show(state) {
    by('progress').hidden = state.version > 0;
    if (state.version === 0) {
      by('progress').max = Math.max(1, state.total);
      by('progress').value = state.done;
      say('Reading results: ' + state.done + ' of ' + state.total);
    } else if (state.rows !== null) {
      rows = state.rows;
      rows.forEach((row) => {
        row.words = [row.path, row.note].concat(columns.map((column) => column.text(row)), row.modes).join(' ').toLowerCase();
      });
      const paths = new Set(rows.map((row) => row.path));
      Object.values(chosen).forEach((set) => set.forEach((path) => paths.has(path) || set.delete(path)));
      const focus = document.activeElement.value;
      const which = document.activeElement.name;
      shown = new Map(rows.map((row) => [row, line(row)]));
      by('rows').replaceChildren();
      options();
      sort();
      filter();
      selection();
      by('results').hidden = false;
      // Who was at a row stays there.
      Array.from(document.getElementsByName(which || ' ')).filter((box) => box.value === focus).forEach((box) => box.focus());
    } else {
      filter();
    }
    version = state.version;
  }

  function poll() {
    const next = () => setTimeout(poll, version > 0 ? POLL_MILLIS : POLL_MILLIS / 10);
    if (document.hidden) {
      next();
      return;
    }
    fetch('rows?since=' + Math.max(0, version))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
      .then(show)
      .catch(() => say('bench serve has ended, or cannot be reached.'))
      .finally(next);
  }

  heads();
  by('text').addEventListener('input', filter);
  filters.forEach((key) => by(key).addEventListener('change', filter));
  poll();
})();
