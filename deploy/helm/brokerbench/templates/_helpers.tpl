{{/* Start of all names; 50 characters, so that the host name of worker 999 is valid. */}}
{{- define "brokerbench.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- define "brokerbench.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "brokerbench.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "brokerbench.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "brokerbench.claim" -}}
{{ .Values.results.existingClaim | default (printf "%s-results" (include "brokerbench.fullname" .)) }}
{{- end }}

{{/* What the pods of both sides have in common: (list . .Values.workers). */}}
{{- define "brokerbench.pod" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
# The name of the headless service, which makes the pods' host names known.
subdomain: {{ include "brokerbench.fullname" $root }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
initContainers:
  # Files of a Secret are readable by the pod's group; bench accepts a key that only its owner may read.
  - name: credentials
    {{- include "brokerbench.container" (list $root $values) | nindent 4 }}
    command: [bash, -c, "umask 077 && cp /secret/* /credentials"]
    volumeMounts:
      - name: secret
        mountPath: /secret
        readOnly: true
      - name: credentials
        mountPath: /credentials
{{- end }}

{{- define "brokerbench.container" -}}
{{- $root := index . 0 -}}
{{- $values := index . 1 -}}
image: {{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- with $values.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "brokerbench.volumes" -}}
{{- $root := index . 0 -}}
{{- $side := index . 1 -}}
- name: secret
  secret:
    secretName: {{ $root.Values.credentials.existingSecret }}
    defaultMode: 0440
    items:
      {{- range list "authority.pem" (printf "%s.pem" $side) (printf "%s-key.pem" $side) }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
- name: credentials
  emptyDir:
    medium: Memory
- name: tmp
  emptyDir: {}
{{- end }}
